import type { api as english } from '../en/api.ts';

export const api: typeof english = {
  help: {
    command: 'Chama qualquer rota do serviço com a sua chave e mostra a resposta como ela vem',
    method: { value: 'método', description: 'GET, POST, PUT, PATCH ou DELETE' },
    path: { value: 'caminho', description: 'a rota, como /api/v1/user/balance' },
    rawField: { value: 'nome=valor', description: 'um campo da requisição, como texto; pode ser repetido' },
    field: {
      value: 'nome=valor',
      description: 'o mesmo, mas true, false, null e números valem pelo que são; @arquivo é o conteúdo de um arquivo',
    },
    input: { value: 'arquivo', description: 'envia este arquivo como corpo, tal como está; - é a entrada padrão' },
    include: 'mostra também o status e os cabeçalhos da resposta',
    yes: 'não pergunta antes do que não for GET',
  },
  question: (method, path) => `Enviar ${method} ${path}? Pode movimentar dinheiro.`,
  needsYes: (method) => ({
    message: `${method} pode movimentar dinheiro, e não há ninguém para confirmar`,
    hint: 'acrescente --yes se é isso que você quer',
  }),
  cancelled: { message: 'não enviado: a resposta foi Não' },
  otherOrigin: (path, origin) => ({
    message: `${path} não é um endereço de ${origin}, e a chave não vai a nenhum outro lugar`,
    hint: 'informe só o caminho, como /api/v1/user/balance; outro serviço é outro perfil: -p NOME',
  }),
  noRoute: 'confira o caminho, e o id nele: uma rota é como /api/v1/user/balance',
  noFields: {
    message: 'a resposta de pix api é mostrada como vem: --fields não se aplica',
    hint: 'tire do JSON o que precisa, com jq por exemplo',
  },
  badField: (typed) => ({
    message: `"${typed}" não é um campo de requisição`,
    hint: 'escreva nome=valor, nome[interno]=valor, ou nome[]=valor para cada item de uma lista',
  }),
  fieldsClash: (name) => ({
    message: `o campo "${name}" foi informado de duas formas que não combinam`,
    hint: 'um campo é um valor, uma lista (nome[]=…) ou um objeto (nome[interno]=…)',
  }),
  unreadable: (path, reason) => ({
    message: `não foi possível ler ${path}: ${reason}`,
    hint: 'confira o nome do arquivo; nada foi enviado',
  }),
  unknown: (method, path, reason) => ({
    message: `NÃO SE SABE se ${method} ${path} foi executado: ${reason}`,
    hint: 'não repita o comando antes de olhar: pix withdraw list, pix payments list',
  }),
  untold: (method, path, reason) => ({
    message: `${method} ${path} FOI EXECUTADO, e a resposta não pôde ser mostrada até o fim: ${reason}`,
    hint: 'não repita o comando; veja o que ele fez: pix withdraw list, pix payments list',
  }),
};
