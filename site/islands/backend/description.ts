import * as v from 'valibot';
import type { DescribeAnswer } from '../wire/DescribeAnswer';
import type { DescribeRequest } from '../wire/DescribeRequest';
import { call } from './call';
import { shapeReader } from './shape';

const names = v.array(v.string());

const answerShape = v.object({
  understood: v.object({
    conditions: v.array(
      v.object({
        name: v.string(),
        stage: v.nullable(v.string()),
        is_past: v.boolean(),
        markers: names,
        q: v.string(),
      }),
    ),
    symptoms: names,
    filters: v.array(v.object({ name: v.string(), value: v.string(), label: v.string() })),
    treatments: v.array(v.object({ name: v.string(), is_current: v.boolean() })),
    denied: names,
  }),
  in: v.string(),
  search: v.nullable(v.string()),
  help: v.nullable(v.string()),
}) satisfies v.GenericSchema<unknown, DescribeAnswer>;

/** Returns what the server understood of a description. The text is posted, so that no address contains it. */
export function readDescription(description: DescribeRequest, signal: AbortSignal): Promise<DescribeAnswer> {
  return call({ path: '/backend/describe', body: description, read: shapeReader(answerShape), signal });
}
