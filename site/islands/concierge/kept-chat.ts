/** What the nurse's chat needs to know: numbers of a study and of its chat, none of which says who somebody is. */
export type ConciergeChat = {
  accountSid: string;
  flowId: string;
  nctNumber: string;
  studySysId: string;
  /** The participant's random number; nothing when what the address had is none. */
  participant: string;
};

/** Keeps it for the nurse's page, until the next visit of the home page. */
export function keepChat(chat: ConciergeChat): void {
  const kept = {
    chat_status: 'started',
    acc_sid: chat.accountSid,
    flow_id: chat.flowId,
    study_nct: chat.nctNumber,
    study_sid: chat.studySysId,
    prospectID: chat.participant,
  };
  try {
    for (const [key, value] of Object.entries(kept)) {
      if (value !== '') {
        localStorage.setItem(key, value);
      }
    }
  } catch {
    // A browser that refuses storage still gets to the nurse's page.
  }
}
