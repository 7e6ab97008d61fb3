import { hydrate } from '../mounting';
import { takeBackToken } from './address-of-records';
import { MedicalRecords } from './medical-records';

/** Hydrates the island. */
export function mount(island: HTMLElement): void {
  // Whoever comes back from the health system may find the page as it was left, on its way there.
  addEventListener('pageshow', (event) => event.persisted && location.reload());
  const token = takeBackToken();
  hydrate(island, () => <MedicalRecords takeBack={token} />);
}
