/**
 * Within how many milliseconds open sockets must know that a right is gone: a second where it is measured (`npm run attack`,
 * which has the machine to itself); among all tests, on a machine that does other things too, less than the five seconds
 * after which the heartbeat would find it anyway.
 */
export const noticedWithinMs = process.env.ATTACK_REPORT ? 1000 : 4000
