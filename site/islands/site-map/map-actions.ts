import type { MapAction } from './map-section';

/** The buttons of a map: what they do, what they are called, and what they show. */
export const MAP_BUTTONS: readonly { action: MapAction; label: string; sign: string }[] = [
  { action: 'zoom in', label: 'Zoom In', sign: '+' },
  { action: 'zoom out', label: 'Zoom Out', sign: '−' },
  { action: 'west', label: 'Move West', sign: '←' },
  { action: 'north', label: 'Move North', sign: '↑' },
  { action: 'south', label: 'Move South', sign: '↓' },
  { action: 'east', label: 'Move East', sign: '→' },
  { action: 'all', label: 'Show All Sites', sign: 'All' },
];

/** The name of the buttons, and the keys that do the same. */
export const BUTTONS_LABEL = 'Move and Zoom the Map';
export const KEYS_HINT = 'On a button or a number, the arrow keys move the map, and + and − zoom.';

const KEYS: Record<string, MapAction> = {
  ArrowLeft: 'west',
  ArrowRight: 'east',
  ArrowUp: 'north',
  ArrowDown: 'south',
  '+': 'zoom in',
  '=': 'zoom in',
  '-': 'zoom out',
};

/** The action of a key, or undefined for other keys and for shortcuts of the browser. */
export function actionOfKey(event: Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey'>) {
  return event.altKey || event.ctrlKey || event.metaKey ? undefined : KEYS[event.key];
}
