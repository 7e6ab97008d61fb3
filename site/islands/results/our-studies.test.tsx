import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { OurStudies } from './our-studies';

it('leads to the studies of our partners on a page without scripts, and promises nothing that loads', () => {
  const markup = renderToString(<OurStudies />);
  expect(markup).toContain('<a href="/conditions">');
  expect(markup).not.toContain('Loading');
});
