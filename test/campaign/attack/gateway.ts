import type { Dice, Receipt } from './dice.ts';
import {
  changedData,
  connectionError,
  failure,
  message,
  never,
  page,
  trickle,
  withoutFields,
  withoutRowFields,
} from './gateway-answers.ts';
import type { GetFault, PostFault } from './gateway-faults.ts';
import type { Answer, Call, Ledger, Node, ProgramRequest } from './ledger.ts';
import type { ProcessRequest } from './mortal-process.ts';
import type { SimulatedTime } from './simulated-time.ts';

export interface GatewayTraits {
  readonly postFaults: readonly PostFault[];
  readonly getFaults: readonly GetFault[];
  readonly postShare: number;
  readonly getShare: number;
  readonly nodes: readonly Node[];
}

/** No request takes effect later than two minutes after its end. */
const LATEST_EFFECT_MS = 115_000;
/** No answer to a list is older. */
const OLDEST_LIST_MS = 60_000;
const SWAP_WAIT_MS = 4_000;
const DROPPED_FIELDS = ['status', 'createdAt', 'pixKey', 'fee', 'sent', 'pixKeyType', 'id'];
const DROPPED_ROW_FIELDS = ['description', 'createdAt', 'metadata', 'pixKey', 'status', 'correlationID'];

/** A hostile network between program and service, which loses, delays, repeats and changes requests and answers. */
export class Gateway {
  isHealed = true;
  readonly #ledger: Ledger;
  readonly #time: SimulatedTime;
  readonly #dice: Dice;
  readonly #receipt: Receipt;
  readonly #traits: GatewayTraits;
  readonly #answered: { readonly key: string; readonly answer: Answer }[] = [];
  #cachedList: { readonly key: string; readonly answer: Answer } | undefined;
  #waitingSwap: ((answer: Answer) => Answer) | undefined;
  #calls = 0;

  constructor(ledger: Ledger, time: SimulatedTime, dice: Dice, receipt: Receipt, traits: GatewayTraits) {
    this.#ledger = ledger;
    this.#time = time;
    this.#dice = dice;
    this.#receipt = receipt;
    this.#traits = traits;
  }

  /** The network of a process. */
  async ask(asked: ProcessRequest, request: ProgramRequest | undefined): Promise<Response> {
    const { headers, signal, method, url, body } = asked;
    const key = headers.get('X-API-Key') ?? (headers.get('Authorization') ?? '').replace(/^Bearer /, '');
    const call: Call = { method, url, key, body, request, isRepetition: false };
    signal.throwIfAborted();
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(new DOMException('This operation was aborted', 'AbortError')));
    });
    aborted.catch(() => undefined);
    const working = request === undefined ? this.#get(call, asked) : this.#post(call, request, asked);
    return Promise.race([working, aborted]);
  }

  async #post(call: Call, request: ProgramRequest, asked: ProcessRequest): Promise<Response> {
    const { signal } = asked;
    const { postFaults, postShare } = this.#traits;
    const isHit = !this.isHealed && postFaults.length > 0 && this.#dice.chance(postShare);
    const fault = isHit ? this.#dice.pick(postFaults) : undefined;
    await this.#travel();
    signal.throwIfAborted();
    if (fault !== 'refused connection') {
      asked.connected();
      // What is destroyed as soon as its connection stands has sent no byte: test/client/wire.test.ts.
      signal.throwIfAborted();
      await this.#travel();
    }
    if (fault === undefined) return this.#respond(this.#carryOut(call), signal);
    request.fault = fault;
    this.#receipt.add(`post: ${fault}`);
    return this.#postAmid(fault, call, signal);
  }

  async #postAmid(fault: PostFault, call: Call, signal: AbortSignal): Promise<Response> {
    const late = () => this.#dice.between(5_000, LATEST_EFFECT_MS);
    switch (fault) {
      case 'refused connection':
        throw connectionError('ECONNREFUSED');
      case 'cut before':
        throw connectionError('ECONNRESET');
      case 'cut after':
        this.#carryOut(call);
        throw connectionError('ECONNRESET');
      case 'cut, done late':
        this.#later(late(), call);
        throw connectionError('EPIPE');
      case 'cut in the body':
        return this.#respond(this.#carryOut(call), signal, 'cut');
      case 'drip':
        return this.#respond(this.#carryOut(call), signal, 'drip');
      case 'hang, done':
        this.#carryOut(call);
        return never();
      case 'hang, not done':
        return never();
      case 'hang, done late':
        this.#later(late(), call);
        return never();
      case '500 before':
        return this.#respond(failure(500, this.#time.now), signal);
      case '500 after':
        this.#carryOut(call);
        return this.#respond(failure(500, this.#time.now), signal);
      case '502 page after':
        this.#carryOut(call);
        return this.#respond(page(502, this.#time.now), signal);
      case '503 before':
        return this.#respond(page(503, this.#time.now), signal);
      case '503, done late':
        this.#later(late(), call);
        return this.#respond(page(503, this.#time.now), signal);
      case '429 message before':
        return this.#respond(message(429, this.#time.now), signal);
      case '429 message after':
      case '400 message after':
      case '403 message after':
      case '422 message after':
        this.#carryOut(call);
        return this.#respond(message(Number(fault.slice(0, 3)), this.#time.now), signal);
      case 'refusal as message': {
        const answer = this.#carryOut(call);
        return this.#respond(answer.status < 400 ? answer : message(answer.status, answer.asOf), signal);
      }
      case 'slow':
        await this.#time.sleep(this.#dice.between(3_000, 25_000));
        return this.#respond(this.#carryOut(call), signal);
      case 'swap':
        return this.#respond(await this.#swapped(this.#carryOut(call)), signal);
      case 'replay, done':
      case 'replay, not done':
        return this.#replay(call, fault === 'replay, done', signal);
      case 'no body':
      case 'half the fields':
      case 'no headers':
      case 'bare 200':
      case '200 of another form':
        return this.#respond(this.#stripped(this.#carryOut(call), fault), signal);
      default:
        return this.#repeated(fault, call, signal);
    }
  }

  async #repeated(fault: Extract<PostFault, `repeat${string}`>, call: Call, signal: AbortSignal): Promise<Response> {
    if (fault === 'repeat, first lost') return this.#respond(this.#carryOut(call), signal);
    if (fault === 'repeat on slowness') {
      // The first node is still processing when the gateway asks another one, and its answer is lost.
      this.#later(this.#dice.between(11_000, 60_000), { ...call, isRepetition: true });
      await this.#time.sleep(10_000);
      return this.#respond(this.#carryOut(call), signal);
    }
    const first = this.#carryOut(call);
    if (fault === 'repeat late') {
      this.#later(this.#dice.between(2_000, LATEST_EFFECT_MS), { ...call, isRepetition: true });
      return this.#respond(first, signal);
    }
    await this.#travel();
    const second = this.#carryOut({ ...call, isRepetition: true });
    return this.#respond(fault === 'repeat, first answer' ? first : second, signal);
  }

  /** The answer to the same request of another caller. */
  remember(key: string, answer: Answer): void {
    this.#answered.push({ key, answer });
  }

  /** An older answer to a request of the same kind. */
  #replay(call: Call, isDone: boolean, signal: AbortSignal): Promise<Response> {
    const { pixKey }: { pixKey: string } = JSON.parse(call.body);
    const others = this.#answered.filter(({ key }) => key === call.key);
    const older = others.findLast(({ answer }) => answer.body.includes(JSON.stringify(pixKey))) ?? others.at(-1);
    if (isDone || older === undefined) this.#carryOut(call);
    if (older === undefined) throw connectionError('ECONNRESET');
    this.#receipt.add('an older answer was given');
    return this.#respond(older.answer, signal);
  }

  /** Two simultaneous requests get each other's answers. */
  async #swapped(own: Answer): Promise<Answer> {
    const give = this.#waitingSwap;
    if (give !== undefined) {
      this.#waitingSwap = undefined;
      this.#receipt.add('two answers were swapped');
      return give(own);
    }
    return new Promise<Answer>((resolve) => {
      const callOff = this.#time.after(SWAP_WAIT_MS, () => {
        this.#waitingSwap = undefined;
        resolve(own);
      });
      this.#waitingSwap = (other) => {
        callOff();
        resolve(other);
        return own;
      };
    });
  }

  async #get(call: Call, { signal, connected }: ProcessRequest): Promise<Response> {
    connected();
    const { getFaults, getShare } = this.#traits;
    const isHit = !this.isHealed && getFaults.length > 0 && this.#dice.chance(getShare);
    await this.#travel();
    const isList = call.url.pathname.endsWith('/withdraw/list');
    const answer = this.#carryOut(call);
    const now = this.#time.now;
    const cached = this.#cachedList;
    if (isList && answer.status === 200) this.#cachedList = { key: call.key, answer };
    if (!isHit) return this.#respond(answer, signal);
    const fault = this.#dice.pick(
      getFaults.filter((name) => isList || !name.startsWith('list:')).concat(['get: slow']),
    );
    if (fault === 'list: cached whatever was asked') {
      const isFresh = cached !== undefined && cached.key === call.key && now - cached.answer.asOf <= OLDEST_LIST_MS;
      if (!isFresh) return this.#respond(answer, signal);
      this.#cachedList = cached;
      this.#receipt.add(fault);
      return this.#respond(cached.answer, signal);
    }
    this.#receipt.add(fault);
    switch (fault) {
      case 'list: without fields':
        return this.#respond(withoutRowFields(answer, this.#dice.some(DROPPED_ROW_FIELDS, 2)), signal);
      case 'list: without pagination':
        return this.#respond(
          changedData(answer, (data) => ({ ...data, pagination: {} })),
          signal,
        );
      case 'list: without rows':
        return this.#respond(
          changedData(answer, (data) => ({ ...data, withdraws: [] })),
          signal,
        );
      case 'get: 502 page':
        return this.#respond(page(502, now), signal);
      case 'get: cut':
        throw connectionError('ECONNRESET');
      case 'get: drip':
        return this.#respond(answer, signal, 'drip');
      case 'get: hang':
        return never();
      case 'get: 429 message':
        return this.#respond(message(429, now), signal);
      case 'get: 404 message':
        return this.#respond(message(404, now), signal);
      case 'get: slow':
        // An answer that was read early arrives late, but not later than a list may be old.
        await this.#time.sleep(this.#dice.between(1_000, 20_000));
        return this.#respond(isList ? this.#carryOut(call) : answer, signal);
      case 'get: no headers':
        return this.#respond({ ...answer, headers: {} }, signal);
      case 'get: no body':
        return this.#respond({ ...answer, body: '' }, signal);
    }
  }

  #carryOut(call: Call): Answer {
    const { nodes } = this.#traits;
    const node = nodes[this.#calls % nodes.length];
    this.#calls += 1;
    if (node === undefined) throw new Error('a service has at least one node');
    if (node.clockOffsetMs !== 0 && call.method === 'POST') this.#receipt.add('a node with another clock created');
    if (node.lagMs > 0 && call.method === 'GET') this.#receipt.add('a lagging replica was read');
    const answer = this.#ledger.answer(call, node, this.#time.now);
    if (call.method === 'POST') {
      if (call.isRepetition)
        this.#receipt.add(answer.status < 400 ? 'a repetition was carried out' : 'a repetition was refused');
      if (answer.status < 400) this.#answered.push({ key: call.key, answer });
    }
    return answer;
  }

  #later(delayMs: number, call: Call): void {
    this.#time.after(delayMs, () => {
      this.#carryOut(call);
      this.#receipt.add('a request was carried out late');
    });
  }

  #travel(): Promise<void> {
    return this.#time.sleep(this.#dice.between(5, 120));
  }

  #stripped(
    answer: Answer,
    how: 'no body' | 'half the fields' | 'no headers' | 'bare 200' | '200 of another form',
  ): Answer {
    switch (how) {
      case 'no body':
        return { ...answer, body: '' };
      case 'no headers':
        return { ...answer, headers: {} };
      case 'bare 200':
        return { ...answer, status: 200, body: JSON.stringify({ message: 'ok' }) };
      case '200 of another form':
        return {
          ...answer,
          status: 200,
          body: JSON.stringify({ success: false, error: 'Bad Gateway', message: 'try again' }),
        };
      case 'half the fields': {
        const dropped = this.#dice.some(DROPPED_FIELDS, 3);
        return changedData(answer, (data) => withoutFields(data, dropped));
      }
    }
  }

  async #respond(answer: Answer, signal: AbortSignal, trouble?: 'cut' | 'drip'): Promise<Response> {
    const { status, headers, body } = answer;
    if (trouble === undefined) {
      await this.#travel();
      return new Response(body, { status, headers });
    }
    const stream = trickle(Buffer.from(body), trouble, this.#time, signal);
    return new Response(stream, { status, headers });
  }
}
