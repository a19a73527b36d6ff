/** As the contract has them, without its weight. */
export const titleLength = 100;
export const promptLength = 8_000;
export const placeholders = '{{title}} {{author}} {{site}} {{url}} {{language}}';
