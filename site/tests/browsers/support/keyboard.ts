import { type Name, type Thing, Visitor } from './visitor';

/** How often Tab is pressed on the way to a thing; more than any page has stops. */
const MOST_PRESSES = 200;

/** A person who uses the keyboard alone. */
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

  /** Presses Tab until the thing has the focus. Within a group of radio buttons, the arrow keys lead on. */
  private async tabTo(kind: Thing, name: Name): Promise<void> {
    for (let presses = 0; presses < MOST_PRESSES; presses += 1) {
      const place = await this.placeOfFocus(kind, name);
      if (place === 'there') {
        return;
      }
      await this.driver.press(place === 'in its group' ? 'ArrowDown' : 'Tab');
    }
    throw new Error(`Tab doesn't lead to ${JSON.stringify(name)}:\n${await this.outline()}`);
  }
}
