import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

/** A webhook receiver that reports what it has received since its last reset. */
export async function openReceiver(stage) {
  const { address, pid, child, stop } = await stage.startBare('receiver');
  const question = async (question) => {
    child.send(question);
    const [message] = await once(child, 'message');
    return message;
  };
  const seen = () => question('report');
  const received = async (number, timeoutMillis = 600_000) => {
    for (const until = Date.now() + timeoutMillis; Date.now() < until; await sleep(50)) {
      const now = await seen();
      if (now.count >= number) return now;
    }
    throw new Error(`only ${(await seen()).count} of ${number} arrived`);
  };
  const delays = async () => (await question('delays')).delays;
  return { address, pid, seen, received, delays, forget: () => child.send('forget'), stop };
}
