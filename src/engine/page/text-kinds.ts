import { type Block, spaced } from './blocks.ts';

/**
 * What a short text says about itself, in many languages. After a change, the block model must be trained again.
 * A phrase is a run of words; `#` is a number, `^` the start of the text, `$` its end.
 */
const phrases = {
  related: `related article,related articles,related stories,related posts,related post,related news,related content,related topics,
    related links,related reading,related products,related items,related videos,related coverage,^related$,you may also like,
    you might also like,you may like,you might like,you ll love,we think you,also further,more articles,more stories,more posts,
    more news,more reading,more headlines,more videos,further reading,recommended reading,recommended articles,recommended for you,
    recommended stories,similar articles,similar products,similar posts,similar items,popular articles,popular posts,popular stories,
    popular now,latest articles,latest posts,latest stories,latest news,recent articles,recent posts,recent news,trending now,^trending,
    top stories,top articles,featured articles,featured posts,featured stories,^more from,^more on,^more in,^more about,^more like,
    ^more by,^read also,^also read,^read next,^read more,read more about,^see also,^see more,don t miss,most read,most popular,
    most viewed,most shared,most commented,what to read,what s next,up next,next up,previous article,next article,previous post,
    next post,older posts,newer posts,next story,previous story,just for you,in other news,from around the web,around the web,
    sponsored content,sponsored stories,editors picks,editor s pick,editor s picks,editors choice,customers also bought,
    customers also viewed,customers who,also bought,frequently bought,bought together,complete the look,
    shop the look,pairs well with,goes well with,recently viewed,matching items,compare similar,compare with similar,more to explore,keep reading,^explore more,^discover more,^learn more,
    mehr zum thema,^zum thema,lesen sie auch,lesen sie hier,lesen sie mehr,auch interessant,das könnte sie,das könnte dich,
    das könnte ihnen,das könnte dir,auch interessieren,weitere artikel,weitere beiträge,weitere meldungen,weitere themen,
    weitere nachrichten,weitere informationen,weitere infos,weitere links,ähnliche artikel,ähnliche beiträge,ähnliche themen,
    ähnliche produkte,kunden kauften,kunden die,zuletzt angesehen,passendes zubehör,verwandte artikel,verwandte themen,verwandte beiträge,meistgelesen,meist gelesen,meistgelesene,neueste artikel,
    neueste beiträge,letzte beiträge,aktuelle beiträge,aktuelle meldungen,beliebte artikel,beliebte beiträge,weiterlesen,^mehr lesen,
    mehr lesen$,siehe auch,nächster beitrag,nächster artikel,vorheriger beitrag,vorheriger artikel,^mehr aus,^mehr von,^mehr über,
    mehr dazu,mehr infos,passend zum thema,zum weiterlesen,auch lesenswert,
    à lire aussi,lire aussi,lire la suite,sur le même sujet,sur le même thème,articles similaires,articles liés,articles récents,
    article suivant,article précédent,vous aimerez aussi,à voir aussi,les plus lus,en savoir plus,
    te puede interesar,lee también,leer más,artículos relacionados,noticias relacionadas,ver también,lo más leído,más noticias,
    leia também,leia mais,veja também,notícias relacionadas,leggi anche,potrebbe interessarti,articoli correlati,per approfondire,
    lees ook,lees meer,meer over,czytaj też,czytaj także,czytaj więcej,przeczytaj też,przeczytaj także,zobacz też,zobacz także,polecamy,
    læs også,les også,läs också,läs även,lue myös,kapcsolódó,olvasd el,olvassa el,čtěte také,čtěte dále,přečtěte si,виж още,вижте още,още по темата,
    читайте также,читайте ещё,по теме,ilgili haberler,διαβάστε επίσης,lasi arī,skaitykite taip pat,loe ka,
    相关阅读,相关新闻,相关文章,相关链接,相关报道,相关推荐,相关内容,相关资讯,相关专题,相关评论,相關閱讀,相關新聞,相關文章,延伸阅读,延伸閱讀,推荐阅读,
    推薦閱讀,推荐文章,热门推荐,热门文章,热门新闻,热点新闻,精彩推荐,精彩内容,更多精彩,更多新闻,更多内容,更多文章,更多>>,最新文章,最新新闻,最新评论,猜你喜欢,
    大家都在看,往期回顾,近期文章,上一篇,下一篇,上一页,下一页,上篇,下篇,相关产品,为您推荐,热点推荐,今日热点,新闻排行,点击排行,阅读排行,往期精彩,新闻推荐,上一条,下一条,図書,関連記事,関連ニュース,おすすめ記事,あわせて読みたい`,
  comments: `# comment,# comments,# replies,# reply,# responses,# kommentare,# kommentar,# commentaires,# comentarios,thoughts on,
    leave a comment,leave a reply,leave your,post a comment,post comment,add a comment,add comment,write a comment,join the conversation,
    join the discussion,^comments$,^comments #,^comment$,comments are closed,your email address will not,required fields are marked,
    notify me of,reply to,^reply$,reply$,replied,says$,said$,log in to comment,log in to reply,logged in to post,view comments,
    show comments,be the first to,report comment,report abuse,cancel reply,
    kommentar schreiben,kommentar verfassen,kommentar abgeben,kommentar hinterlassen,kommentare lesen,^kommentare,^kommentar,
    einen kommentar,^antworten,antworten$,antwort abbrechen,deine e mail adresse,sagt$,schrieb$,meinung sagen,diskutieren sie,
    laisser un commentaire,^commentaires,répondre,a dit$,deja un comentario,^comentarios,responder$,dice$,lascia un commento,
    rispondi$,deixe um comentário,deixe seu comentário,reageer,^reacties,# reacties,^commenti,# commenti,^commentaire,vos réactions,# réactions,# réaction,opinión de los usuarios,# opiniones,
    komentarze,wasze komentarze,dodaj komentarz,hozzászólás,hozzászólások,komentáře,diskuse,коментари,коментар,комментарии,комментарий,комментариев,
    kommentarer,kirjoita kommentti,yorumlar,
    发表评论,發表評論,网友评论,热门评论,全部评论,评论列表,我要评论,我来说两句,查看评论,条评论,篇评论,件评论,的评论,发表回复,回复$,^回复,^评论,楼主,沙发,网友,游客,昵称,验证码,跟帖,评论 #,后发表,后评论,コメント`,
  share: `share this,share on,share via,share with,^share,tweet this,^tweet,pin it,email this,print this,^print,copy link,follow us,
    like us on,follow me on,find us on,join us on,facebook,twitter,whatsapp,linkedin,pinterest,telegram,reddit,instagram,tiktok,
    ^teilen,teilen$,^drucken,folgen sie uns,folge uns,folgen sie,^merken,per mail,artikel versenden,
    partager,imprimer,suivez nous,compartir,imprimir,síguenos,condividi,stampa,compartilhar,delen,поделиться,
    分享到,分享至,分享给,分享按钮,^分享,新浪微博,腾讯微博,微信扫,扫一扫,打印本页,打印本文,关闭窗口,加入收藏,收藏本,【打印,【关闭,字号,大中小`,
  newsletter: `newsletter,newsletters,subscribe,subscription,sign up,unsubscribe,mailing list,your inbox,email updates,free trial,
    get the app,get our app,download the app,download our app,become a member,become a subscriber,become a supporter,support us,
    support our,donate,join now,
    abonnieren,abonniere,abonnement,abo,kostenlos testen,jetzt testen,jetzt abonnieren,jetzt registrieren,jetzt anmelden,jetzt bestellen,
    jetzt kaufen,jetzt sichern,newsletter anmelden,spenden,unterstützen sie,
    s abonner,abonnez vous,inscrivez vous,suscríbete,suscribirse,suscripción,boletín,iscriviti,assine,inscreva se,подпишитесь,
    订阅,关注我们,關注我們,关注公众号,公众号,微信号,下载app,下载客户端,客户端,二维码,扫码,长按识别,打开app,阅读全文,展开全文,查看全文,微信搜索,メルマガ,会員登録`,
  author: `about the author,about the authors,about author,written by,reviewed by,edited by,fact checked,author bio,posted by,
    contributed by,contributed to,is a writer,is a freelance,is an author,is the author,is a journalist,is a reporter,is an editor,
    is the editor,is a senior,is a contributor,is a columnist,is a blogger,is a staff,is the founder,is a professor,is an associate,
    writer for,reporter for,^view all posts,posts by,articles by,
    über den autor,über die autorin,über die autoren,geschrieben von,veröffentlicht von,ein beitrag von,ein artikel von,gastbeitrag von,
    ^autor,^autorin,^autoren,zur person,zum autor,alle beiträge von,par la rédaction,à propos de l auteur,écrit par,sobre el autor,
    sobre o autor,escrito por,publicado por,scritto da,pubblicato da,
    作者简介,关于作者,责任编辑,責任編輯,编辑 ,责编,^编辑,^记者,^作者,撰文,原标题,文章来源,^来源,稿件来源,转载请,转自,原文链接,来源 ,整理,校对,审核,编审,监制,统筹,通讯员`,
  legal: `copyright,all rights reserved,rights reserved,privacy policy,privacy notice,terms of,terms and conditions,cookies,cookie,
    disclaimer,disclosure,affiliate links,affiliate link,affiliate commission,earn a commission,amazon associate,earn from qualifying,
    imprint,financial advice,investment advice,legal advice,medical advice,informational purposes,be reproduced,prior written,
    trademark,trademarks,sponsored by,paid partnership,
    impressum,datenschutz,datenschutzerklärung,agb,nutzungsbedingungen,alle rechte vorbehalten,haftungsausschluss,widerruf,
    affiliate links,provision,mentions légales,tous droits réservés,confidentialité,aviso legal,todos los derechos,privacidad,
    tutti i diritti,todos os direitos,alle rechten,
    版权所有,版权声明,版权归,版權所有,免责声明,免責聲明,备案,未经授权,未经许可,书面授权,侵权,举报,不良信息,投诉,联系我们,关于我们,删除,观点,
    仅供参考,不代表,立场,声明,公告,风险自担,投资需谨慎,投资建议,信息存储,存储空间,著作权法,转载,热线,投稿,爆料,
    著作権,無断転載`,
  caption: `^photo,^photos,^image,^images,^picture,^pictures,^pic,^credit,^credits,^file photo,^illustration,^graphic,^screenshot,
    photo credit,photo by,photos by,photo courtesy,courtesy of,image credit,image source,image by,getty images,shutterstock,istock,
    unsplash,pexels,adobe stock,associated press,view gallery,click to enlarge,enlarge image,enlarge this image,afp,reuters,
    ^foto,^fotos,^bild,^bilder,^quelle,^grafik,^archivfoto,^symbolbild,bildquelle,imago,picture alliance,dpa,quelle$,foto$,bild$,
    ^crédit,^légende,^imagen,^fuente,^fonte,^图,^图片,^资料图,^图为,摄影,供图,新华社发,图片来源,资料图片,视觉中国,图源,写真`,
  dateline: `^by,^von,^par,^por,^posted,^published,^updated,^last updated,^last modified,last edited,^veröffentlicht,^aktualisiert,
    ^stand,^erstellt,^publié,mis à jour,^publicado,actualizado,^pubblicato,^发布,^发表,^更新,^时间,^日期,发布时间,更新时间,
    ^# #,^# #月,^# #年,^#年,^mon,^tue,^wed,^thu,^fri,^sat,^sun,^monday,^tuesday,^wednesday,^thursday,^friday,^saturday,^sunday,
    ^montag,^dienstag,^mittwoch,^donnerstag,^freitag,^samstag,^sonntag,^jan,^feb,^mar,^apr,^may,^jun,^jul,^aug,^sep,^oct,^nov,^dec,
    ^january #,^february #,^march #,^april #,^may #,^june #,^july #,^august #,^september #,^october #,^november #,^december #,
    ^# january,^# february,^# march,^# april,^# may,^# june,^# july,^# august,^# september,^# october,^# november,^# december,
    ^# januar,^# februar,^# märz,^# april,^# mai,^# juni,^# juli,^# oktober,^# dezember,# uhr,min read,minute read,minutes read,
    mins read,min lesezeit,minuten lesezeit,lesezeit,reading time,read time,# views,# aufrufe,# ago,minutes ago,hours ago,days ago,
    weeks ago,months ago,years ago,vor # stunden,vor # minuten,vor # tagen,阅读 #,浏览 #,点击 #,人气 #,阅读量,浏览次数,点击数,阅读次数,#次,次阅读`,
  shop: `add to cart,add to bag,add to basket,add to wishlist,add to wish list,buy now,in stock,out of stock,sold out,free shipping,
    free returns,free delivery,free standard shipping,shipping policy,shipping and,shipping information,shipping rates,
    shipping calculated,returns and,return policy,refund,refunds,gift card,gift cards,checkout,your cart,your bag,your basket,
    size guide,size chart,quantity,quick view,quick shop,quick buy,compare,sale price,regular price,unit price,% off,customer service,
    money back,day returns,warranty,price guarantee,estimated delivery,exclusions apply,change your mind,payment options,ways to pay,
    klarna,afterpay,interest free,ships in,store pickup,pick up in,checking availability,free customization,deliver to,
    in den warenkorb,warenkorb,lieferzeit,versandkosten,kostenloser versand,zzgl,inkl mwst,mwst,rückgabe,auf lager,sofort lieferbar,
    ajouter au panier,livraison,añadir al carrito,envío,aggiungi al carrello,spedizione,adicionar ao carrinho,frete,
    加入购物车,立即购买,包邮,运费,库存,退换货,カートに入れる`,
  advert: `^advertisement,^advertising$,^ad$,^ads$,^sponsored$,^promoted,continue reading below,story continues below,
    article continues,scroll to continue,remove ads,remove ad,ad feedback,report this ad,^anzeige,^werbung,^reklama,^реклама,^hirdetés,^annonce$,^annons$,^advertentie,^reclame$,publicité$,^publicidad,
    ^pubblicità,^广告,^推广,^廣告,^pr$`,
  navigation: `^home,^homepage,^menu,^search,skip to,back to,^top$,^next$,^prev$,^previous$,^login,^log in,^sign in,^register,
    ^contact,^contact us,^about$,^about us,^sitemap,^rss,^archives,^categories,^category,^tags,^tag,^topics,^filed under,^tagged,
    posted in,you are here,load more,show more,view all,see all,show all,all categories,filter by,sort by,# results,# items,# products,
    ^startseite,^suche,^zurück,^weiter$,nach oben,^kontakt,über uns,^anmelden,^einloggen,^kategorien,^kategorie,^schlagwörter,
    ^schlagworte,^themen,sie sind hier,vous êtes ici,estás en,usted está aquí,sei qui,tutaj jesteś,jesteś tutaj,nacházíte se,вы здесь,abgelegt unter,alle anzeigen,^accueil,^rechercher,^retour,^inicio,^buscar,^volver,^cerca,
    ^首页,^返回,返回顶部,^导航,^登录,^注册,^搜索,^栏目,^标签,^关键词,^关键字,^分类,当前位置,您的位置,您现在的位置`,
  reviews: `customer review,customer reviews,ratings and reviews,reviews and ratings,ratings reviews,write a review,write your review,
    read reviews,verified purchase,verified buyer,verified reviewer,out of # stars,# stars,out of #,star rating,overall rating,# reviews,# review,
    # ratings,# rating,^reviews,^review$,based on # reviews,was this helpful,found this helpful,this review,average rating,most helpful,
    # questions,questions and answers,questions answers,ask a question,
    kundenbewertungen,kundenrezensionen,^bewertungen,# bewertungen,bewertung schreiben,verifizierter kauf,sternen,kundenmeinungen,rezensionen,
    avis clients,# avis,donner votre avis,opiniones de clientes,# opiniones,valoraciones,recensioni,avaliações,
    用户评价,商品评价,买家评价,全部评价,累计评价,条评价,好评,晒单`,
} as const;

export const textKinds = Object.keys(phrases) as (keyof typeof phrases)[];

/** Tokens: words, numbers (`#`), and single characters of scripts without spaces. */
const tokensOf = (text: string): string[] =>
  (spaced(text.toLowerCase()).match(/\p{N}+|\p{L}+|%/gu) ?? []).map((token) => (/^\p{N}/u.test(token) ? '#' : token));

const longest = 8;

/** Bits of kinds for the phrase that ends at this node: anywhere in a text, at its start, at its end, or as all of it. */
type Phrase = { next: Map<string, Phrase>; anywhere: number; start: number; end: number; whole: number };

const newPhrase = (): Phrase => ({ next: new Map(), anywhere: 0, start: 0, end: 0, whole: 0 });
const beginning = newPhrase();

function learn(): void {
  for (const [bit, list] of Object.values(phrases).entries()) {
    for (const phrase of list.split(',').map((part) => part.trim())) {
      let place = beginning;
      for (const token of tokensOf(phrase.replace('#', ' 0 ').replace('#', ' 0 '))) {
        const next = place.next.get(token) ?? newPhrase();
        place.next.set(token, next);
        place = next;
      }
      const [starts, ends] = [phrase.startsWith('^'), phrase.endsWith('$')];
      place[starts ? (ends ? 'whole' : 'start') : ends ? 'end' : 'anywhere'] |= 1 << bit;
    }
  }
}

const known = new WeakMap<Block, number>();

export function kindsOfBlock(block: Block): number {
  const kinds = known.get(block) ?? textKindsOf(block.text);
  known.set(block, kinds);
  return kinds;
}

/** One bit for each of `textKinds`. A long text is read only at its beginning and end. */
export function textKindsOf(text: string): number {
  if (beginning.next.size === 0) learn();
  const tokens = tokensOf(text.length > 260 ? `${text.slice(0, 180)}\n${text.slice(-80)}` : text);
  let bits = 0;
  for (let from = 0; from < tokens.length; from++) {
    let place: Phrase | undefined = beginning;
    for (let to = from; to < tokens.length && to < from + longest; to++) {
      place = place.next.get(tokens[to] ?? '');
      if (!place) break;
      bits |= place.anywhere;
      const ends = to === tokens.length - 1;
      if (from === 0) bits |= place.start | (ends ? place.whole : 0);
      if (ends) bits |= place.end;
    }
  }
  return bits;
}
