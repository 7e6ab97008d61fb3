import commonProviders from 'email-providers/common.json';
import { describe, expect, it } from 'vitest';
import { suggestEmail } from './email-typo';
import providers from './providers.json';

const NEAR_MISSES: Record<string, string> = {
  'gmail.com':
    'gmial.com gmai.com gmal.com gamil.com gmail.co gmail.con gmail.cmo gmaill.com gmail.comm gmailcom gmail,com gmil.com gmail.om gmail.vom gmsil.com gmaik.com gmail.cim g.mail.com ggmail.com gmaio.com gmail gmail.cm gmial.con gnail.com GMIAL.COM',
  'yahoo.com':
    'yaho.com yahooo.com yahoo.con yaoo.com yhaoo.com yahoo.co yahho.com yahoo.cm yhoo.com ahoo.com',
  'hotmail.com':
    'hotmial.com hotmal.com hotmai.com hotmail.con hotmil.com hotmaill.com hotmail.co otmail.com hotamil.com homail.com hormail.com hotmeil.com',
  'outlook.com':
    'outlok.com outloo.com outlook.con oulook.com outlokk.com outook.com outllook.com outlook.co',
  'icloud.com': 'iclod.com icloud.con icoud.com iclould.com icluod.com icloud.co',
  'aol.com': 'aol.con aol.co aol.cmo',
  'comcast.net': 'comcast.ne comcat.net comast.net comcast.nett',
  'verizon.net': 'verizon.ney verison.net',
  'sbcglobal.net': 'sbcglobal.ne sbcgloba.net sbglobal.net',
  'bellsouth.net': 'bellsouth.ner belsouth.net',
  'msn.com': 'msn.con msn.cmo',
  'live.com': 'live.con',
  'proton.me': 'proton.mee',
  'protonmail.com': 'protonmial.com protonmail.con',
  'yahoo.co.uk': 'yaho.co.uk yahoo.co.ukk',
  'yahoo.com.vn': 'yaho.com.vn',
};

/** Real domains of people, schools, hospitals, and companies, some of them close to a large provider. */
const REAL =
  'ymail.com email.com fastmail.com hey.com zoho.com yandex.com gmx.us gmx.ch gmx.net web.de gail.com cloud.com yahoo.co.jp yahoo.com.ar yahoo.com.au yahoo.de yahoo.gr yahoo.in hotmail.de hotmail.nl hotmail.com.br hotmail.com.ar outlook.de outlook.fr outlook.com.br outlook.jp live.ca live.nl live.com.mx live.com.au msn.co.uk aol.de aol.fr aim.com q.com rr.com twc.com tds.net mchsi.com ptd.net optimum.net harvard.edu nyu.edu ucla.edu umich.edu uh.edu va.gov nih.gov cdc.gov army.mil navy.mil mail.mil ge.com gm.com gap.com hp.com ibm.com 3m.com bp.com ups.com mayo.edu ccf.org uhhospitals.org metrohealth.org kp.org mailbox.org posteo.de bigpond.com xtra.co.nz naver.com hanmail.net daum.net qq.com 163.com tutanota.com duck.com pm.me al.com aon.com five.com like.com love.com line.com olive.com alive.com life.com mil.com moo.com ms.com me.uk example.org example.com comcast.com verizon.com att.com gmail.uk.example.org seznam.cz o2.pl wp.pl ukr.net libero.it vnn.vn fpt.vn hcm.vn school.k12.oh.us ci.cleveland.oh.us st-marys.church hotels.com mailchimp.com protein.com photon.com outlet.com';

describe('a near miss of a large provider', () => {
  const cases = Object.entries(NEAR_MISSES).flatMap(([domain, misses]) =>
    misses.split(' ').map((miss): [string, string] => [miss, domain]),
  );
  it.each(cases)('%s is suggested as %s', (typed, meant) => {
    expect(suggestEmail(`Maria.O@${typed}`)).toBe(`Maria.O@${meant}`);
  });
});

describe('a domain that may be correct', () => {
  it.each(REAL.split(' '))('%s is left alone', (domain) => {
    expect(suggestEmail(`maria@${domain}`)).toBeNull();
  });

  it('in any list is left alone', () => {
    for (const domain of [...commonProviders, ...providers.suggested, ...providers.valid]) {
      expect(suggestEmail(`maria@${domain}`), domain).toBeNull();
    }
  });
});

it.each(['', 'maria', '@gmial.com', 'maria@', '@', 'maria@ '])('%j has no suggestion', (text) => {
  expect(suggestEmail(text)).toBeNull();
});
