import { BUTTONS_LABEL, KEYS_HINT, MAP_BUTTONS } from './map-actions';
import type { MapAction } from './map-section';

/** The buttons that move and zoom a map, and a status message about what it shows. */
export function MapControls({ status, onAction }: { status: string; onAction: (action: MapAction) => void }) {
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: these buttons are no part of a form */}
      <div className="map__controls" role="group" aria-label={BUTTONS_LABEL}>
        {MAP_BUTTONS.map(({ action, label, sign }) => (
          <button
            className="button button--quiet button--small"
            type="button"
            aria-label={label}
            title={label}
            onClick={() => onAction(action)}
            key={action}
          >
            {sign}
          </button>
        ))}
        <p className="map__hint">{KEYS_HINT}</p>
      </div>
      <p className="visually-hidden" role="status">
        {status}
      </p>
    </>
  );
}
