/** A key other than a character. */
export type Key = 'Enter' | 'Tab' | 'Space' | 'ArrowDown';

/**
 * The browser operations that a journey needs. `visitor.ts` builds everything else on them, so that one journey runs in
 * browsers with different protocols. Clicks and keys are native input, not synthetic events.
 */
export interface Driver {
  /** The browser with its version. */
  readonly name: string;
  open(address: string): Promise<void>;
  /** Goes back in the browser's history. */
  back(): Promise<void>;
  /** Runs a script, the body of a function, in the page. Arguments and result are JSON. */
  run<Answer>(script: string, ...values: unknown[]): Promise<Answer>;
  /** Clicks at a point of the window, in CSS pixels. */
  click(x: number, y: number): Promise<void>;
  type(text: string): Promise<void>;
  press(key: Key): Promise<void>;
  /** Sets the window's inner size. A browser may have a minimum width. */
  resize(width: number, height: number): Promise<void>;
  /** A PNG of the window. */
  picture(): Promise<Buffer>;
  close(): Promise<void>;
}
