/** Preloaded: the clock is off by CLOCK_OFF_MS from the start, and by another CLOCK_JUMPS_MS after SIGUSR2. */
const preload = `
  const { CLOCK_OFF_MS: first, CLOCK_JUMPS_MS: jump } = process.env;
  let off = Number(first ?? 0);
  process.on('SIGUSR2', () => (off += Number(jump ?? 0)));
  const right = Date;
  globalThis.Date = class Date extends right {
    constructor(...parts) {
      if (parts.length) super(...parts);
      else super(right.now() + off);
    }
    static now() {
      return right.now() + off;
    }
  };`;

/** Settings of a process with a wrong clock. */
export const wrongClock = ({ off = 0, jump = 0 }: { off?: number; jump?: number }) => ({
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preload)}`,
  CLOCK_OFF_MS: `${off}`,
  CLOCK_JUMPS_MS: `${jump}`,
});
