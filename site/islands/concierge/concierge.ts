import { storeStudyChat } from '../assistants/chat/stored-chat';
import { conciergeTrial } from '../backend/concierge-trial';
import { participantNumber } from '../typed/participant-number';

/** Opens the nurse page for a visitor who followed a message, if the study offers a chat with a nurse. */
export function mount(island: HTMLElement): void {
  const { study, participant } = invitation(location.search);
  // The address may contain a name, so clear it before any call, storage, or navigation.
  history.replaceState(history.state, '', location.pathname);
  const part = (name: string) => island.querySelector<HTMLElement>(`[data-part="${name}"]`);
  const show = (name: 'waiting' | 'failed' | 'none') => {
    for (const candidate of ['waiting', 'failed', 'none'] as const) {
      part(candidate)?.toggleAttribute('hidden', candidate !== name);
    }
  };
  const lookUp = async () => {
    show('waiting');
    try {
      const trial = await conciergeTrial(study);
      if (trial?.account_sid.trim()) {
        storeStudyChat({
          acc_sid: trial.account_sid.trim(),
          flow_id: trial.flex_flow_id,
          study_nct: trial.nct_number,
          study_sid: trial.study_sys_id,
          prospectID: participant,
        });
        location.assign('/nurse');
      } else {
        show('none');
      }
    } catch {
      show('failed');
    }
  };
  island.querySelector('[data-retry]')?.addEventListener('click', () => void lookUp());
  island.dataset.alive = '';
  if (study !== '') {
    void lookUp();
  }
}

/**
 * Reads the address by position, whatever the parameters are called: the study, the participant ID, and a first name.
 * The name is not used, so it is not read.
 */
export function invitation(query: string): { study: string; participant: string } {
  const [study = '', participant = ''] = [...new URLSearchParams(query).values()].map((value) =>
    value.trim().toUpperCase(),
  );
  return {
    study: /^[A-Z0-9]{1,40}$/.test(study) ? study : '',
    // The messaging client gets the number as it is stored: `PT7K3M9Q2X4D8V`.
    participant: participantNumber(participant)?.grouped.replace(/[ -]/g, '') ?? '',
  };
}
