import { beginSignUp, forgetSignUp, rememberPageBeforeSignUp } from './enroll/sign-up-storage';
import { closeMapPanels } from './site-map/map-panels';
import { showByChance } from './start-up/chance';
import { markEmbedding } from './start-up/embedding';
import { playFilmsInPlace } from './start-up/film';
import { removeServiceWorkers } from './start-up/service-workers';
import { startUp } from './start-up/start-up';
import { wake } from './start-up/waking';
import { leadBackToSearch } from './start-up/way-back';

startUp([
  markEmbedding,
  () => location.pathname === '/' && forgetSignUp(),
  () => document.querySelector('[data-island=enroll]') && beginSignUp(),
  rememberPageBeforeSignUp,
  () => addEventListener('sign-up-erased', forgetSignUp),
  leadBackToSearch,
  removeServiceWorkers,
  playFilmsInPlace,
  closeMapPanels,
  () => showByChance(),
  () =>
    wake({
      'search-box': () => import('./search-box/mount'),
      results: () => import('./results/mount'),
      saved: () => import('./saved/mount'),
      study: () => import('./study/mount'),
      enroll: () => import('./enroll/mount'),
      deleteme: () => import('./deleteme/mount'),
      upload: () => import('./upload/mount'),
      'medical-records': () => import('./medical-records/mount'),
      'records-connected': () => import('./medical-records/records-connected'),
      'thank-you': () => import('./thank-you/thank-you'),
      'nearest-site': () => import('./nearest-site/nearest-site'),
      'map-view': () => import('./site-map/map-view'),
      'save-print-share': () => import('./save-print-share/save-print-share'),
      scroller: () => import('./scroller/scroller'),
      assistants: () => import('./assistants/assistants'),
      concierge: () => import('./concierge/concierge'),
      figures: () => import('./figures/figures'),
      nurse: () => import('./nurse/nurse'),
      'message-link': () => import('./message-link/message-link'),
      survey: () => import('./survey/survey'),
      'term-meanings': () => import('./glossary/term-meanings'),
      'glossary-filter': () => import('./glossary/glossary-filter'),
    }),
]);
