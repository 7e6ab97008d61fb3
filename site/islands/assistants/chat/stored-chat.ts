/**
 * The data that a study's chat needs: ids of the study and of its chat, and the participant's random number, or an empty
 * string without one. Nothing here identifies a person.
 */
export type StudyChat = Record<'acc_sid' | 'flow_id' | 'study_nct' | 'study_sid' | 'prospectID', string>;

/** Stores it in local storage until the next visit to the home page (E-038). */
export function storeStudyChat(chat: StudyChat): void {
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
