import type { ObservedValue } from '../wire/ObservedValue';
import type { Quantity } from '../wire/Quantity';
import type { ReferenceRange } from '../wire/ReferenceRange';

/** A value in words, or null if there is none. */
export function valueInWords(value: ObservedValue | null): string | null {
  switch (value?.kind) {
    case undefined:
      return null;
    case 'amount':
      return amountInWords(value.amount);
    case 'range':
      return rangeInWords(value.low, value.high);
    case 'ratio':
      return `${amountInWords(value.numerator)}:${amountInWords(value.denominator)}`;
    case 'coded':
    case 'text':
      return value.text;
    case 'yes_no':
      return value.is_so ? 'Yes' : 'No';
    case 'absent':
      return `No result (${value.reason.toLowerCase()})`;
  }
}

/** The usual values in words, or null if the record states none. */
export function referenceInWords(ranges: ReferenceRange[]): string | null {
  const inWords = ranges.map(({ low, high, text }) => {
    const range = rangeInWords(low, high);
    return range !== null && text !== null && text !== range ? `${range} (${text})` : (range ?? text);
  });
  return inWords.filter((range) => range !== null).join('; ') || null;
}

function rangeInWords(low: Quantity | null, high: Quantity | null): string | null {
  if (low !== null && high !== null) {
    const from = low.unit === high.unit ? { ...low, unit: null } : low;
    return `${amountInWords(from)} to ${amountInWords(high)}`;
  }
  if (low !== null) {
    return `at least ${amountInWords(low)}`;
  }
  return high === null ? null : `up to ${amountInWords(high)}`;
}

function amountInWords({ comparator, value, unit }: Quantity): string {
  const space = unit === null || unit === '%' ? '' : ' ';
  return `${comparator ?? ''}${value}${space}${unit ?? ''}`;
}
