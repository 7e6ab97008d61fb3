import type { Distance } from '../wire/Distance';
import type { PartnerCard } from '../wire/PartnerCard';
import type { RegistryCard } from '../wire/RegistryCard';

type Fact = [name: string, value: string];

/** The fact about the nearest site of a partner study, or none if the search names no place. */
export function nearestSite({ nearest }: Pick<PartnerCard, 'nearest'>): Fact[] {
  return nearest ? [['Nearest Site', distanceText(nearest)]] : [];
}

/** The fact about the nearest site of a registry study, or none if the search names no place. */
export function nearestCity({ nearest, city }: Pick<RegistryCard, 'nearest' | 'city'>): Fact[] {
  if (!nearest) {
    return [];
  }
  const distance = distanceText(nearest);
  return [['Nearest Site', city ? `${distance}: ${city}` : distance]];
}

/**
 * A distance in words. It begins in the middle of a city or ZIP code, and many sites are only known to be in a city, so that
 * less than a mile only says that the city is the same.
 */
function distanceText({ miles, km }: Distance): string {
  return miles === 0 ? 'In the same city' : `About ${miles} ${miles === 1 ? 'mile' : 'miles'} (${km} km)`;
}
