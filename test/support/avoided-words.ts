/** A word that readers stumble over, its replacement and the reason. */
export interface AvoidedWord {
  /** Whole words in any case: the source of a regular expression. */
  readonly words: string;
  readonly instead: string;
  readonly why: string;
  /** Pages, comments and test titles may use it: there it has a right meaning, too. */
  readonly onlyOnScreens?: true;
  /** Comments and test titles may use it: there it is a term of the code. */
  readonly exceptInSource?: true;
}

export const AVOIDED_IN_ENGLISH: readonly AvoidedWord[] = [
  { words: 'nobody|somebody|whoever', instead: 'you, the service, pix, the caller', why: 'say who acts' },
  { words: 'anew', instead: 'again', why: 'literary' },
  { words: 'lies? in', instead: 'is stored in', why: 'literary' },
  { words: 'tells? of', instead: 'reports', why: 'translated' },
  { words: 'tells?|told', instead: 'reports', why: 'a service reports', onlyOnScreens: true },
  { words: 'can not', instead: 'cannot', why: 'one spelling' },
  { words: 'c[ao]mes? about', instead: 'is established', why: 'translated' },
  { words: 'for want of', instead: 'because there is no', why: 'literary' },
  { words: 'go(es|ing)? on with', instead: 'resume, continue', why: 'translated' },
  { words: 'is wanted|wants', instead: 'is required, requires', why: 'a program requires' },
  { words: 'clear(s|ed|ing)? (it|them) up', instead: 'resolve, check', why: 'the command is pix payouts resolve' },
  { words: 'levers?', instead: 'pix mock, controls of the local service', why: 'no reader knows the word' },
  { words: 'in force', instead: 'active, in use', why: 'said of laws', onlyOnScreens: true },
  { words: 'meant\\?', instead: 'did you mean X?', why: 'one form of the question' },
  { words: 'lost answers?|half an answer', instead: 'lost response', why: 'one noun for it', exceptInSource: true },
  { words: 'cleared up', instead: 'resolved', why: 'the command is pix payouts resolve', exceptInSource: true },
  { words: 'anybody|anyone', instead: 'you, other users, the service', why: 'say who acts', exceptInSource: true },
  { words: 'all the same', instead: 'nevertheless', why: 'translated', onlyOnScreens: true },
  { words: 'in all', instead: 'total', why: 'translated', onlyOnScreens: true },
  { words: 'alone', instead: 'only', why: 'translated', onlyOnScreens: true },
  { words: 'held', instead: 'stored, on hold, contained', why: 'it has eight meanings', onlyOnScreens: true },
  { words: 'too small', instead: 'insufficient', why: 'what banks write of a balance', onlyOnScreens: true },
];

export const AVOIDED_IN_PORTUGUESE: readonly AvoidedWord[] = [
  { words: 'saques?', instead: 'envio, Pix enviado', why: 'saque é em espécie, e Pix Saque é outro produto' },
  { words: 'alavancas?', instead: 'pix mock, simulação', why: 'tradução de lever' },
  { words: 'diário de pagamentos', instead: 'registro de pagamentos', why: 'diário é um livro contábil' },
  { words: 'execuç(ão|ões)', instead: 'lote', why: 'o financeiro fala em lote ou remessa', onlyOnScreens: true },
  { words: 'o razão|do razão', instead: 'livro-razão', why: 'razão sozinha é outra palavra' },
  { words: 'por (fora|cima)', instead: 'à parte', why: 'por fora é dinheiro não declarado' },
  { words: 'taxas?', instead: 'tarifa; limite de requisições', why: 'taxa é juro ou tributo' },
  { words: 'recebedor(es)?', instead: 'destinatário', why: 'um só nome para quem recebe' },
  { words: 'fim a fim', instead: 'ID da transação (EndToEndId)', why: 'nenhum banco escreve assim' },
  { words: 'seria [^?]*\\?', instead: 'você quis dizer X?', why: 'uma só forma da pergunta' },
  { words: 'ninguém', instead: 'sem confirmação, sem terminal', why: 'literário: diga o que falta' },
  { words: 'não há (tal|quem|ninguém)', instead: 'não encontrado', why: 'tradução de there is no' },
  { words: 'pequen[oa]s? demais', instead: 'insuficiente', why: 'é o que os bancos escrevem' },
  { words: 'diga|dê', instead: 'informe', why: 'tradução de give, say', onlyOnScreens: true },
  { words: 'por extenso', instead: 'escreva 1.234,00', why: 'por extenso é em palavras' },
  { words: 'passeios?', instead: 'primeiros passos', why: 'tradução de tour' },
  { words: 'retid[oa]s?', instead: 'não localizado, duvidoso', why: 'tradução de held' },
  { words: 'achad[oa]s?', instead: 'encontrado, localizado', why: 'coloquial' },
  { words: 'vale mais', instead: 'tem prioridade', why: 'tradução de wins over' },
  { words: 'fala (https?)', instead: 'usa https', why: 'tradução de speaks' },
  { words: 'quem recebe', instead: 'destinatário', why: 'um só nome para quem recebe' },
  { words: 'comprovadamente|está provado', instead: 'conferido', why: 'tradução de proven' },
];

/** Each avoided word in the text, with its replacement. */
export function avoidedIn(text: string, list: readonly AvoidedWord[]): readonly string[] {
  return list.flatMap(({ words, instead, why }) => {
    const found = new RegExp(`(?<![\\p{L}_])(?:${words})(?![\\p{L}_])`, 'iu').exec(text)?.[0];
    return found === undefined ? [] : [`"${found}" (${why}): ${instead}`];
  });
}
