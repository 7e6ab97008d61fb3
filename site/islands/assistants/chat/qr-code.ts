import { encode } from 'uqr';

/** The width and height of a code, in pixels. */
export const QR_SIZE = 128;

const SVG = 'http://www.w3.org/2000/svg';

/** A QR code of an address at level M, as an image with a label. */
export function qrCode(address: string): SVGSVGElement {
  const { data, size } = encode(address, { ecc: 'M', border: 4 });
  const svg = document.createElementNS(SVG, 'svg');
  const attributes = {
    class: 'chat__qr',
    role: 'img',
    'aria-label': 'QR code of this link, to scan with a phone',
    width: `${QR_SIZE}`,
    height: `${QR_SIZE}`,
    viewBox: `0 0 ${size} ${size}`,
    'shape-rendering': 'crispEdges',
  };
  for (const [name, value] of Object.entries(attributes)) {
    svg.setAttribute(name, value);
  }
  const dark = document.createElementNS(SVG, 'path');
  dark.setAttribute(
    'd',
    data.flatMap((row, y) => row.map((on, x) => (on ? `M${x} ${y}h1v1h-1z` : ''))).join(''),
  );
  svg.append(dark);
  return svg;
}
