import type { StatusBadge } from "./StatusBadge";

/** A site as a page shows it. */
export type SiteView = { site_name: string, street_address: string, city: string, state: string, country: string, pin_code: string, latitude: number | null, longitude: number | null, status: StatusBadge, takes_sign_ups: boolean, central: boolean, };
