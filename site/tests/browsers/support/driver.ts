/** A key that is no letter. */
export type Key = 'Enter' | 'Tab' | 'Space' | 'ArrowDown';

/**
 * What a journey needs of a browser. Everything else is built on it in `visitor.ts`, so that a journey is written once for
 * browsers that are driven by different protocols. Clicks and keys are those of the browser, not events that a script makes.
 */
export interface Driver {
  /** The browser with its version. */
  readonly name: string;
  open(address: string): Promise<void>;
  /** Goes back in the history of the browser. */
  back(): Promise<void>;
  /** Runs a script, the body of a function, in the page. Its arguments and its answer are data. */
  run<Answer>(script: string, ...values: unknown[]): Promise<Answer>;
  /** Clicks at a place of the window, in CSS pixels. */
  click(x: number, y: number): Promise<void>;
  type(text: string): Promise<void>;
  press(key: Key): Promise<void>;
  /** Makes the window's inner width and height these; a browser may have a least width. */
  resize(width: number, height: number): Promise<void>;
  /** A PNG of the window. */
  picture(): Promise<Buffer>;
  close(): Promise<void>;
}
