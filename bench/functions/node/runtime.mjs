// The loop around a handler: it polls the runtime interface for events. It does less than the cloud's loop, so that Node,
// the SDK, and the handler are measured.

import http from 'node:http'
import { handler } from './health.mjs'

const [hostname, port] = process.env.AWS_LAMBDA_RUNTIME_API.split(':')
const agent = new http.Agent({ keepAlive: true })

function ask(method, path, body) {
  return new Promise((done, failed) => {
    const request = http.request({ agent, hostname, port, method, path: `/2018-06-01/runtime/invocation/${path}` })
    request.on('error', failed)
    request.on('response', async (response) => {
      let text = ''
      for await (const part of response.setEncoding('utf8')) text += part
      done({ id: response.headers['lambda-runtime-aws-request-id'], text })
    })
    request.end(body)
  })
}

for (;;) {
  const { id, text } = await ask('GET', 'next')
  await ask('POST', `${id}/response`, JSON.stringify(await handler(JSON.parse(text))))
}
