import type { PartnerCard } from "./PartnerCard";
import type { RegistryCard } from "./RegistryCard";

/** A card in the list of results. */
export type StudyCard = { "kind": "partner" } & PartnerCard | { "kind": "registry" } & RegistryCard;
