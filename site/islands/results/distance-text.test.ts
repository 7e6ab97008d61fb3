import { describe, expect, it } from 'vitest';
import { nearestCity, nearestSite } from './distance-text';

describe('the nearest site', () => {
  it.each([
    [{ nearest: { miles: 0, km: 1 }, city: 'Cleveland, Ohio' }, 'In the same city: Cleveland, Ohio'],
    [{ nearest: { miles: 0, km: 0 }, city: '' }, 'In the same city'],
    [{ nearest: { miles: 12, km: 19 }, city: 'Akron, Ohio' }, 'About 12 miles (19 km): Akron, Ohio'],
    [{ nearest: { miles: 1, km: 2 }, city: '' }, 'About 1 mile (2 km)'],
  ])('of a registry study is a city, because the registry knows no addresses: %o', (card, text) => {
    expect(nearestCity(card)).toEqual([['Nearest Site', text]]);
  });

  it.each([
    [{ miles: 0, km: 1 }, 'In the same city'],
    [{ miles: 3, km: 5 }, 'About 3 miles (5 km)'],
  ])('of a partner study is not measured from the visitor’s door either: %o', (nearest, text) => {
    expect(nearestSite({ nearest })).toEqual([['Nearest Site', text]]);
  });

  it('is missing if the search names no place', () => {
    expect([
      ...nearestCity({ nearest: null, city: 'Akron, Ohio' }),
      ...nearestSite({ nearest: null }),
    ]).toEqual([]);
  });
});
