import type { Distance } from '../wire/Distance';
import type { PartnerCard } from '../wire/PartnerCard';
import type { RegistryCard } from '../wire/RegistryCard';

type Fact = [name: string, value: string];

/** The fact about the nearest site of a partner study, or none if the search names no place. */
export function nearestSite({ nearest }: Pick<PartnerCard, 'nearest'>): Fact[] {
  return nearest ? [['Nearest Site', nearest.miles === 0 ? 'Less than a mile' : distanceText(nearest)]] : [];
}

/**
 * The fact about the nearest site of a registry study, or none if the search names no place. The registry places sites in the middle of their city, so a
 * distance of less than a mile only says that they are in the same city.
 */
export function nearestCity({ nearest, city }: Pick<RegistryCard, 'nearest' | 'city'>): Fact[] {
  if (!nearest) {
    return [];
  }
  const distance = nearest.miles === 0 ? 'In the same city' : distanceText(nearest);
  return [['Nearest Site', city ? `${distance}: ${city}` : distance]];
}

function distanceText({ miles, km }: Distance): string {
  return `${miles} ${miles === 1 ? 'mile' : 'miles'} (${km} km)`;
}
