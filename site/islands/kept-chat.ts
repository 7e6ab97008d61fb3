/**
 * What the chat of a study needs to know, by its keys: numbers of the study and of its chat, and the participant's random
 * number, empty where there is none. Nothing of it says who somebody is.
 */
export type StudyChat = Record<'acc_sid' | 'flow_id' | 'study_nct' | 'study_sid' | 'prospectID', string>;

/** Keeps it for the pages behind this one, until the next visit of the home page (E-038). */
export function keepChat(chat: StudyChat): void {
  try {
    for (const [key, value] of Object.entries({ chat_status: 'started', ...chat })) {
      if (value !== '') {
        localStorage.setItem(key, value);
      }
    }
  } catch {
    // A browser that refuses storage still gets to the next page.
  }
}
