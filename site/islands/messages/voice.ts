/** Why a voice call did not start. */
export const VOICE = {
  off: 'The voice assistant is not available now. You can ask in the chat, or call us.',
  usedUp: 'We can’t take more calls today. Please try again tomorrow, or ask in the chat.',
  blocked:
    'We can’t use a microphone. If this device has one, allow it for this site in your browser’s settings, then try again. Or ask in the chat.',
  noToken: 'The voice assistant could not start now. You can try again, or ask in the chat.',
  failed: 'The call did not work. You can try again, or ask in the chat.',
} as const;
