import { failure } from '../../errors/command-error.ts';
import type { api as english } from '../en/api.ts';

export const api: typeof english = {
  help: {
    method: '<método> GET, POST, PUT, PATCH ou DELETE',
    path: '<caminho> a rota, como /api/v1/user/balance',
    rawField: '<nome=valor> acrescenta um campo de texto à requisição; pode ser repetido',
    field: '<nome=valor> o mesmo, mas true, false, null e números mantêm o tipo; @arquivo lê um arquivo',
    input: '<arquivo> envia este arquivo como corpo da requisição; - é a entrada padrão',
    include: 'mostra também o status e os cabeçalhos da resposta',
    paginate: 'mostra todas as páginas de uma lista, uma após a outra',
    yes: 'não pede confirmação para métodos diferentes de GET',
  },
  question: (method, path) => `Enviar ${method} ${path}? Pode movimentar dinheiro.`,
  needsYes: (method) => failure`
    ${method} pode movimentar dinheiro e não foi confirmado: não há terminal
    acrescente --yes para confirmar`,
  otherOrigin: (path, origin) => failure`
    ${path} não é um endereço de ${origin}, e a chave só é enviada a esse serviço
    informe só o caminho, como /api/v1/user/balance; para outro serviço, use o perfil dele: -p NOME`,
  noRoute: 'confira o caminho e o ID: uma rota é como /api/v1/user/balance',
  noFields: failure`
    --fields não se aplica: pix api mostra a resposta sem alterações
    filtre o JSON, por exemplo com jq`,
  hasPolicy: failure`
    este registro tem uma política, e um envio pelo pix api não passaria por ela; nada foi enviado
    use pix withdraw create, ou pix payouts submit ARQUIVO`,
  onlyListsHavePages: { message: '--paginate é só para GET: apenas listas têm páginas' },
  badField: (typed) => failure`
    campo de requisição inválido: "${typed}"
    escreva nome=valor, nome[interno]=valor, ou nome[]=valor para cada item de uma lista`,
  fieldsClash: (name) => failure`
    o campo "${name}" foi informado em duas formas incompatíveis
    um campo é um valor, uma lista (nome[]=…) ou um objeto (nome[interno]=…)`,
  unknown: (method, path, reason) => failure`
    ${method} ${path} PODE TER SIDO EXECUTADO; resultado desconhecido: ${reason}
    verifique antes de repetir o comando: pix withdraw list, pix payments list`,
  unreported: (method, path, reason) => failure`
    ${method} ${path} FOI EXECUTADO, mas a resposta foi interrompida: ${reason}
    não repita o comando; veja o que ele fez: pix withdraw list, pix payments list`,
};
