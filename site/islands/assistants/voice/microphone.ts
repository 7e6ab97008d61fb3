/**
 * Requests the microphone and releases it again. The line opens it by itself, but doesn't report a refusal.
 * Returns whether the visitor allows it.
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
