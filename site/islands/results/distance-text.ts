import type { Distance } from '../wire/Distance';

/** The fact about the nearest site, or none if the search names no place. */
export function nearestOf({ nearest }: { nearest: Distance | null }): [name: string, value: string][] {
  return nearest ? [['Nearest Site', distanceText(nearest)]] : [];
}

function distanceText({ miles, km }: Distance): string {
  return miles === 0 ? 'Less than a mile' : `${miles} ${miles === 1 ? 'mile' : 'miles'} (${km} km)`;
}
