import { conciergeTrial } from '../backend/concierge-trial';
import { keepChat } from '../kept-chat';

const PARTICIPANT = /^PT[0-9A-HJKMNP-TV-Z]{12}$/;

/** Leads somebody whom a message has sent here to the nurse, if the study that it names has one to chat with. */
export function mount(island: HTMLElement): void {
  const { study, participant } = invitation(location.search);
  // The address may hold a name: it goes before anything is asked, kept or left.
  history.replaceState(history.state, '', location.pathname);
  const part = (name: string) => island.querySelector<HTMLElement>(`[data-part="${name}"]`);
  const show = (name: 'waiting' | 'failed' | 'none') => {
    for (const each of ['waiting', 'failed', 'none'] as const) {
      part(each)?.toggleAttribute('hidden', each !== name);
    }
  };
  const lookUp = async () => {
    show('waiting');
    try {
      const trial = await conciergeTrial(study);
      if (trial?.account_sid.trim()) {
        keepChat({
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
 * What an address invites to: its first value is the study, its second the participant, its third a first name, whatever
 * they are called. The name is not used, so it is not read.
 */
export function invitation(query: string): { study: string; participant: string } {
  const [study = '', participant = ''] = [...new URLSearchParams(query).values()].map((value) =>
    value.trim().toUpperCase(),
  );
  return {
    study: /^[A-Z0-9]{1,40}$/.test(study) ? study : '',
    participant: PARTICIPANT.test(participant) ? participant : '',
  };
}
