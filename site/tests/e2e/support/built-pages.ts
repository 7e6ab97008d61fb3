import { readFileSync } from 'node:fs';

/** A page of the built site and how a browser comes to it. */
export type BuiltPage = {
  file: string;
  path: string;
  /** Whether it says that something is not there, after an answer 404. */
  missing: boolean;
  /** Whether it is the same page as another one, whose address is the canonical one. */
  copy: boolean;
  /** Whether it is a preview, of which there are six for each study. */
  preview: boolean;
  /** Whether no page before it is drawn from the same parts. */
  first_of_kind: boolean;
};

/** Every page of the built site, as `cargo xtask` found them in its folder. */
export function builtPages(): BuiltPage[] {
  const list = process.env.WAYPOINT_PAGES;
  if (!list) {
    throw new Error('WAYPOINT_PAGES names no list of pages: run the browser tests with `cargo xtask test`');
  }
  return JSON.parse(readFileSync(list, 'utf8')) as BuiltPage[];
}
