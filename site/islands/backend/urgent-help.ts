import * as v from 'valibot';
import type { UrgentHelp } from '../wire/UrgentHelp';
import { call } from './call';
import { shapeReader } from './shape';

/** The time limit, in milliseconds. After about as long, the page itself shows where to get help. */
const LIMIT = 4_000;

const helpShape: v.GenericSchema<unknown, UrgentHelp> = v.object({ help: v.nullable(v.string()) });

/** Where to get help at once, if the message is an emergency. Returns null if the call fails. */
export async function urgentHelp(message: string): Promise<string | null> {
  try {
    const { help } = await call({
      path: '/backend/urgent_help',
      body: { message },
      read: shapeReader(helpShape),
      limit: LIMIT,
    });
    return help;
  } catch {
    return null;
  }
}
