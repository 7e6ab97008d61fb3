/**
 * Asks for the microphone, and lets it go again: the line takes it by itself, but does not tell when it may not.
 * Says whether the visitor allows it.
 */
export async function mayListen(): Promise<boolean> {
  try {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
    for (const track of stream.getTracks()) {
      track.stop();
    }
    return true;
  } catch {
    return false;
  }
}
