import type { StatusBadge } from "./StatusBadge";

/** The card of a registry study. */
export type RegistryCard = { nct_number: string, href: string, phase: string, title: string, full_title: string, description: string, status: StatusBadge, location_count: number, zip: string, gender: string, ages: string, study_type: string, sponsor: string, };
