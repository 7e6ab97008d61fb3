// Waypoint's function of /backend/health as a Node function: it reads the settings and reports that they exist.

import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb'

const client = new DynamoDBClient({})

export async function handler() {
  const key = { S: 'SETTINGS' }
  const { Item } = await client.send(
    new GetItemCommand({ TableName: process.env.STUDIES_TABLE, Key: { pk: key, sk: key } }),
  )
  const body = { status: 'ok', release: process.env.WAYPOINT_RELEASE }
  return Item
    ? { statusCode: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    : { statusCode: 503, body: '{}' }
}
