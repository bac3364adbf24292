// What the client loads with its first request: a simulated clock would take real loading time for the end of all work.
import 'ky';
import '../../src/client/http/parse-answer.ts';
import '../../src/contract/operations.ts';
