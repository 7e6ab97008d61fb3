/** A box, as editors write it. */
export type ConsentBox = { id: string, label: string, required: boolean, starts_ticked: boolean, };
