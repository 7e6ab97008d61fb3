import { encode } from 'uqr';
import { expect, it } from 'vitest';
import { QR_SIZE, qrCode } from './qr-code';

it('a QR code has size 128, level M, and each dark square of its address', () => {
  const address = 'https://play.google.com/store/apps/details?id=org.example.app';
  const code = qrCode(address);
  const { data, size } = encode(address, { ecc: 'M', border: 4 });
  const dark = data.flat().filter(Boolean).length;
  expect([QR_SIZE, code.getAttribute('width')]).toEqual([128, '128']);
  expect(code.getAttribute('viewBox')).toBe(`0 0 ${size} ${size}`);
  expect(code.querySelector('path')?.getAttribute('d')?.match(/M/g)).toHaveLength(dark);
  // The finder pattern in the corner, after the quiet zone.
  expect(data[4]?.slice(4, 12)).toEqual([true, true, true, true, true, true, true, false]);
});
