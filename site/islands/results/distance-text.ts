import type { Distance } from '../wire/Distance';

/** What a card says of how far its nearest site is; nothing when no place was asked for. */
export function nearestOf({ nearest }: { nearest: Distance | null }): [name: string, value: string][] {
  return nearest ? [['Nearest Site', inWords(nearest)]] : [];
}

function inWords({ miles, km }: Distance): string {
  return miles === 0 ? 'Less than a mile' : `${miles} ${miles === 1 ? 'mile' : 'miles'} (${km} km)`;
}
