/**
 * For the processes of tests. Files share one, whose heap contains the whole program: with V8's own sizes, a third of the
 * time goes to collecting the short-lived objects of tests, again and again through all of it.
 */
export const ROOM_FOR_OBJECTS = [
  '--min-semi-space-size=64',
  '--max-semi-space-size=64',
  '--initial-heap-size=1024',
] as const;
