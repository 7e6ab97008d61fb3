import type { StatusBadge } from "./StatusBadge";

/** The card of a partner's study. */
export type PartnerCard = { study_number: string, href: string, name: string, title: string, full_title: string, description: string, identifier: string, site_name: string, status: StatusBadge, gender: string, conditions: string, ages: string, };
