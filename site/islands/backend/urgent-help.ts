import * as v from 'valibot';
import type { UrgentHelp } from '../wire/UrgentHelp';
import { call } from './call';
import { shaped } from './shape';

/** How long help may take, in milliseconds. After about as long, the page itself names where to get help. */
const LIMIT = 4_000;

const helpShape: v.GenericSchema<unknown, UrgentHelp> = v.object({ help: v.nullable(v.string()) });

/** Returns where to get help at once, for a text that calls for it. A failed call returns nothing. */
export async function urgentHelp(message: string): Promise<string | null> {
  try {
    const { help } = await call({
      path: '/backend/urgent_help',
      body: { message },
      read: shaped(helpShape),
      limit: LIMIT,
    });
    return help;
  } catch {
    return null;
  }
}
