import { hydrate } from '../mounting';
import { takeBackToken } from './address-of-records';
import { MedicalRecords } from './medical-records';

/** Hydrates the island. */
export function mount(island: HTMLElement): void {
  // A page restored from the back-forward cache would still wait for the health system.
  addEventListener('pageshow', (event) => event.persisted && location.reload());
  const token = takeBackToken();
  hydrate(island, () => <MedicalRecords takeBack={token} />);
}
