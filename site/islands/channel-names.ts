/** Names of message channels in sentences and in title case. */
const NAMES: Record<string, [plain: string, title: string]> = {
  email: ['emails about how your sign-up is going', 'Emails About Your Sign-Up'],
  call: ['phone calls', 'Phone Calls'],
  sms: ['text messages', 'Text Messages'],
  whatsapp: ['WhatsApp messages', 'WhatsApp Messages'],
  app: ['messages in the app', 'Messages in the App'],
};

/** The name of a channel: `email`, `call`, or the id of a consent box. */
export function channelName(channel: string): { plain: string; title: string } {
  const [plain, title] = NAMES[channel] ?? [`messages (${channel})`, `Messages (${channel})`];
  return { plain, title };
}
