// Lucene.java: the answers of Debian's Lucene: BM25 (k1 1.2, b 0.75), English analyzer, one field, words joined by OR.
//   java -cp ... Lucene.java DOCS QUERIES     both "id<TAB>text"; prints "query<TAB>doc", ten for each query, best first
import java.nio.file.*;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.document.*;
import org.apache.lucene.index.*;
import org.apache.lucene.search.*;
import org.apache.lucene.search.similarities.BM25Similarity;
import org.apache.lucene.store.*;
import org.apache.lucene.util.QueryBuilder;

public class Lucene {
  public static void main(String[] args) throws Exception {
    Directory directory = new ByteBuffersDirectory();
    EnglishAnalyzer analyzer = new EnglishAnalyzer();
    try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig(analyzer).setSimilarity(new BM25Similarity(1.2f, 0.75f)))) {
      for (String line : Files.readAllLines(Paths.get(args[0]))) {
        String[] part = line.split("\t", 2);
        Document document = new Document();
        document.add(new StoredField("id", part[0]));
        document.add(new TextField("text", part[1], Field.Store.NO));
        writer.addDocument(document);
      }
    }
    IndexSearcher searcher = new IndexSearcher(DirectoryReader.open(directory));
    searcher.setSimilarity(new BM25Similarity(1.2f, 0.75f));
    QueryBuilder builder = new QueryBuilder(analyzer);
    for (String line : Files.readAllLines(Paths.get(args[1]))) {
      String[] part = line.split("\t", 2);
      Query query = builder.createBooleanQuery("text", part[1]);
      if (query != null)
        for (ScoreDoc hit : searcher.search(query, 10).scoreDocs)
          System.out.println(part[0] + "\t" + searcher.doc(hit.doc).get("id"));
    }
  }
}
