import { expect, it } from 'vitest';
import { partsOf } from './rich-text';

const link = (text: string, href: string) => ({ text, href, isStore: false });

it('links to this site and to HTTPS addresses become links', () => {
  expect(partsOf('See [the FAQ](/#questions), or https://clinicaltrials.gov/study/NCT1.')).toEqual([
    { text: 'See ' },
    link('the FAQ', '/#questions'),
    { text: ', or ' },
    link('https://clinicaltrials.gov/study/NCT1', 'https://clinicaltrials.gov/study/NCT1'),
    { text: '.' },
  ]);
});

it('emergency numbers become phone links', () => {
  expect(partsOf('Call 911 now, or text 988. Not STU00911, nor 9110.')).toEqual([
    { text: 'Call ' },
    link('911', 'tel:911'),
    { text: ' now, or text ' },
    link('988', 'tel:988'),
    { text: '. Not STU00911, nor 9110.' },
  ]);
});

it.each(['https://apps.apple.com/app/id1', 'https://play.google.com/store/apps/details?id=a'])(
  'a link to an app store is recognized: %s',
  (address) => {
    expect(partsOf(`Get it: ${address}`)).toEqual([
      { text: 'Get it: ' },
      { text: address, href: address, isStore: true },
    ]);
  },
);

it.each([
  '[a](javascript:alert)',
  '[a](//evil.example)',
  '[a](/\\evil.example)',
  '[a](http://evil.example)',
  '[a](data:text/html,x)',
  '<a href="/x">a</a>',
  '[a](https://me:secret@clinicaltrials.gov)',
])('anything else stays plain text: %s', (text) => {
  expect(
    partsOf(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text);
  expect(partsOf(text).filter(({ href }) => href)).toEqual([]);
});
