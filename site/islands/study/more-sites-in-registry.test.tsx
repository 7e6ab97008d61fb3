import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { site } from '../../tests/support/samples';
import { MoreSitesInRegistry } from './more-sites-in-registry';

it.each([
  ['', false],
  ['?in=CANADA', true],
  ['?in=UNITED%20STATES', false],
])('the page of a partner study leads to the sites in its record: %s', (query, saysCountry) => {
  history.replaceState(null, '', `/study/NCT04611802${query}`);
  render(<MoreSitesInRegistry number="NCT04611802" sites={[site('Cleveland')]} />);
  const link = screen.getByRole('link', { name: 'See all sites at ClinicalTrials.gov' });
  expect(link.getAttribute('href')).toContain('/study/NCT04611802');
  expect(document.body.textContent?.includes('You can’t sign up through us in CANADA.')).toBe(saysCountry);
  history.replaceState(null, '', '/');
});
