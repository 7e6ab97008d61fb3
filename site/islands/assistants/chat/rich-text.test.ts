import { expect, it } from 'vitest';
import { partsOf } from './rich-text';

const own = (text: string, href: string) => ({ text, href, isStore: false });

it('links to this site and to addresses by HTTPS are links', () => {
  expect(partsOf('See [the FAQ](/#questions), or https://clinicaltrials.gov/study/NCT1.')).toEqual([
    { text: 'See ' },
    own('the FAQ', '/#questions'),
    { text: ', or ' },
    own('https://clinicaltrials.gov/study/NCT1', 'https://clinicaltrials.gov/study/NCT1'),
    { text: '.' },
  ]);
});

it('numbers that get help can be called with a tap', () => {
  expect(partsOf('Call 911 now, or text 988. Not STU00911, nor 9110.')).toEqual([
    { text: 'Call ' },
    own('911', 'tel:911'),
    { text: ' now, or text ' },
    own('988', 'tel:988'),
    { text: '. Not STU00911, nor 9110.' },
  ]);
});

it.each(['https://apps.apple.com/app/id1', 'https://play.google.com/store/apps/details?id=a'])(
  'a link to an app store is known as one: %s',
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
])('anything else stays words: %s', (text) => {
  expect(
    partsOf(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text);
  expect(partsOf(text).filter(({ href }) => href)).toEqual([]);
});
