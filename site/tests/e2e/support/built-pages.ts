import { readFileSync } from 'node:fs';

/** A page of the built site and its address. */
export type BuiltPage = {
  file: string;
  path: string;
  /** Whether it is an error page with status 404. */
  missing: boolean;
  /** Whether another page with the same content is the canonical one. */
  copy: boolean;
  /** Whether it is a preview, of which each study has six. */
  preview: boolean;
  /** Whether it is the first page with its set of components. */
  first_of_kind: boolean;
};

/** The pages of the built site, as listed by `cargo xtask`. */
export function builtPages(): BuiltPage[] {
  const list = process.env.WAYPOINT_PAGES;
  if (!list) {
    throw new Error('WAYPOINT_PAGES names no list of pages: run the browser tests with `cargo xtask test`');
  }
  return JSON.parse(readFileSync(list, 'utf8')) as BuiltPage[];
}
