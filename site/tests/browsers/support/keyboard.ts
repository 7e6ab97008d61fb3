import { type Name, type Thing, Visitor } from './visitor';

/** The maximum number of Tab presses to reach an element. No page has more tab stops. */
const MAX_PRESSES = 200;

/** A visitor who only uses the keyboard. */
export class KeyboardVisitor extends Visitor {
  override async click(kind: Thing, name: Name): Promise<void> {
    await this.untilSees(kind, name);
    await this.tabTo(kind, name);
    await this.driver.press(kind === 'option' ? 'Space' : 'Enter');
  }

  override async fill(label: string, text: string): Promise<void> {
    await this.untilSees('field', label);
    await this.tabTo('field', label);
    await this.driver.type(text);
  }

  /** Presses Tab until the element has the focus. Within a group of radio buttons, presses arrow keys. */
  private async tabTo(kind: Thing, name: Name): Promise<void> {
    for (let presses = 0; presses < MAX_PRESSES; presses += 1) {
      const place = await this.placeOfFocus(kind, name);
      if (place === 'there') {
        return;
      }
      await this.driver.press(place === 'in its group' ? 'ArrowDown' : 'Tab');
    }
    throw new Error(`Tab doesn't lead to ${JSON.stringify(name)}:\n${await this.outline()}`);
  }
}
